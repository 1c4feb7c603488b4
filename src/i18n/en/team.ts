/** Texts about the people around a show: editors and fans. */
export const team = {
  editors: 'Editors',
  no_editors: 'Nobody but the owner works on this show.',
  add: 'Add an editor',
  add_hint:
    'Editors change the show and its episodes, and read its comments. They cannot delete it, move its feed or choose editors.',
  page_address: 'Address of their page here',
  add_go: 'Add',
  added: 'The editor was added.',
  remove: 'Remove',
  remove_name: 'Remove %name%',
  remove_sure: 'Shall %name% no longer edit the show?',
  removed: 'The editor was removed.',
  no_fans: 'No fans yet',
  no_fans_text: 'People who follow you appear here.',
  more: 'More',
} as const;
