/** Texts of the account menu in the rail. */
export const accountMenuStrings = {
  account: 'Account',
  server: 'Server',
  signOut: 'Sign out',
  signOutFailed: 'You are still signed in. {reason}',
  themeHeading: 'Appearance',
  themeSystem: 'Match system',
  themeDark: 'Dark',
  themeLight: 'Light',
} as const
