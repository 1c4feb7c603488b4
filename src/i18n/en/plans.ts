/** Texts of the pages about plans and payments. */
export const plans = {
  plans_title: 'Plans',
  plans_text:
    'This host sells no plans and takes no payments. Listening and publishing cost nothing here.',
  plan_title: 'This plan is not for sale',
  plan_text: 'This host sells no plans. Nothing was ordered, and nothing is charged.',
  billing_title: 'Plan and billing',
  billing_text:
    'You have no plan here, and no card of yours is stored: this host takes no payments.',
  card_error_title: 'The card payment did not go through',
  card_error_text:
    'The payment was refused, or it broke off on its way. This host has charged nothing and stored no card. If your bank shows a charge, it comes from somewhere else: please ask your bank.',
  subscribe_error_title: 'The subscription has not begun',
  subscribe_error_text:
    'The order broke off before it was complete. You have no plan here, and this host has charged nothing.',
  uploads: 'What you can upload',
  file_limit: 'One file may have up to %size%.',
  account_limit:
    'All files of one account may take %size% together, unless an administrator has set another limit for it.',
  more_room: 'If you need more room, ask the people who run this host.',
  to_host: 'About this host',
  to_plans: 'What costs what here',
  to_settings: 'To your settings',
  to_billing: 'Plan and billing',
} as const;
