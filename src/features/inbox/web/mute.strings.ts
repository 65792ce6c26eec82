/** Texts for muting a project. */
export const muteStrings = {
  changeFailed: 'The change was not saved. {reason}',
  mute: 'Notifications of this project',
  muteEntry: 'Notifications',
  levels: { none: 'Everything', mail: 'No e-mails', all: 'Nothing' },
  muted: {
    none: 'You get all notifications from {project} again.',
    mail: 'E-mails about {project} are off.',
    all: '{project} is muted.',
  },
} as const
