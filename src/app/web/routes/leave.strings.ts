/** Signing out while something is on its way. */
export const leaveStrings = {
  leaveTitle: { one: 'Sign out and stop {count} transfer?', other: 'Sign out and stop {count} transfers?' },
  leaveWords: 'Uploads that are not finished are given up and have to begin again.',
  leaveUnsentTitle: { one: 'Sign out and lose {count} change?', other: 'Sign out and lose {count} changes?' },
  leaveUnsentWords:
    'What is not sent yet or was not accepted is only in this browser, and nothing stays here of those who sign out.',
  leaveConfirm: 'Sign out',
  leaveCancel: 'Stay',
} as const
