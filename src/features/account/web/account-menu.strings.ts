/** What one’s own name in the rail offers. */
export const accountMenuStrings = {
  account: 'Account',
  server: 'Server',
  signOut: 'Sign out',
  signOutFailed: 'You are still signed in. {reason}',
  themeHeading: 'Appearance',
  themeSystem: 'As the system',
  themeDark: 'Dark',
  themeLight: 'Light',
} as const
