/** Texts for hosts who have not written their own. A line is a paragraph. */
export const hostText = {
  terms:
    'You may listen to everything that is public here, and put players on your own pages.\nWhat you publish stays yours. You allow %product% to store it, to play it, and to pass it on to podcast apps. Publish only what you may publish, and nothing that is against the law or harms others.\nThe people who run this site may remove what breaks these rules, and close the account that it came from. You may delete your account at any time, and take all your data with you before.\nThe site is offered as it is, without a promise that it is always there.',
  privacy:
    'Your account holds what you have typed: your name, your e-mail address and your profile. Your password is stored only as a hash, from which nobody can read it.\nA cookie keeps you signed in, and another one remembers your language if you choose one. Your browser keeps what you were listening to. The players on other pages set no cookie.\nMails go only to the address that you have given. You may download all your data in your settings, and delete your account there.',
  page: 'This site hosts podcasts with %product%. Play any episode here, follow its feed in your podcast app, or put its player on your own page.',
} as const;
