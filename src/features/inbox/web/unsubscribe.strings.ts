export const unsubscribeStrings = {
  product: 'Roughmix',
  heading: { kind: 'Stop these mails?', project: 'Stop mails about this project?', digest: 'Stop the daily digest?' },
  words: {
    kind: 'You will get no more mails of this kind: {kind}.',
    project: 'You will get no more mails about the project that the mail was about.',
    digest: 'What comes in the digest will come by no mail any more.',
  },
  stays: 'Everything still shows in your inbox on Roughmix.',
  stop: 'Stop these mails',
  doneHeading: 'No more of these mails',
  doneWords: 'It is done. You can change your mind in the notification settings.',
  settings: 'Notification settings',
  brokenHeading: 'This link does not work',
  brokenWords:
    'It may be cut off. Open it from the mail once more, or choose what reaches you in the notification settings.',
  failed: 'That did not work. {reason}',
} as const
