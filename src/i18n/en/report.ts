/** Texts of the page that reports something, and of the list of reports. */
export const report = {
  title: 'Report to the administrators',
  kind_episode: 'Episode',
  kind_show: 'Show',
  kind_user: 'User',
  kind_message: 'Comment',
  reason: 'What is wrong?',
  reason_spam: 'Advertising or spam',
  reason_abuse: 'Insults, hatred or threats',
  reason_rights: 'It uses the work of others without leave',
  reason_illegal: 'It is against the law',
  reason_other: 'Something else',
  text: 'What should the administrators know?',
  text_hint: 'Optional. At most 1,000 characters.',
  send: 'Send the report',
  thanks: 'Thank you',
  thanks_text: 'The administrators will look at it.',
} as const;
