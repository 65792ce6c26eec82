export const presenceStrings = {
  here: '{count} here',
  others: 'Here now',
  onTrack: 'On this track',
  at: '{name}, listening at {time}',
  pausedAt: '{name}, paused at {time}',
  looking: '{name}, here',
  elsewhere: '{name}, elsewhere in the project',
  /** Nobody may know what of it is heard. */
  listening: '{name}, listening',
} as const
