/** The question whether ads may play. */
export const consent = {
  question:
    'This site may play ads, and count which were heard. Do you agree? You can change your answer on the page about privacy.',
  agree: 'I agree',
  decline: 'No, thanks',
  text: 'You decide whether this site plays ads to you.',
  again: 'Change the answer about ads',
} as const;
