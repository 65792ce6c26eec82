/** Texts for muting a project. */
export const muteStrings = {
  changeFailed: 'It was not changed. {reason}',
  mute: 'Notifications of this project',
  muteEntry: 'Notifications',
  levels: { none: 'Everything', mail: 'No mails', all: 'Nothing' },
  muted: {
    none: 'You get all notifications from {project} again.',
    mail: 'No more mails about {project}.',
    all: '{project} is muted.',
  },
} as const
