/** Texts of the person dialog. */
export const personStrings = {
  noUsername: 'No username',
  failed: 'This person could not be shown. {reason}',
  about: 'About {name}',
} as const
