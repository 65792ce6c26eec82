/** Texts for a version in progress. */
export const startStrings = {
  start: 'Start v{number}',
  startOne: 'Start a version',
  offer: { one: '{title} v{number}, {count} open task', other: '{title} v{number}, {count} open tasks' },
  version: 'v{number}',
  left: { one: '{left} of {count} left', other: '{left} of {count} left', zero: 'no task of its own' },
  startTitle: 'Start v{number} of {title}',
  startWords: {
    one: 'One open task of the track becomes the checklist of v{number}.',
    other: '{count} open tasks of the track become the checklist of v{number}.',
    zero: 'The track itself has no open task.',
  },
  startLater:
    'Tasks added later are not included. When you upload v{number}, tick what is ' +
    'done: that becomes its changelog.',
  withProject: {
    one: 'Also the open task of the whole project',
    other: 'Also the {count} open tasks of the whole project',
  },
  list: 'Checklist of v{number}',
  title: 'v{number} of {title}',
  by: 'Started by {name}',
  progress: { one: '{done} of {count} done', other: '{done} of {count} done' },
  cancel: 'Cancel v{number}',
  cancelled: 'Cancelled v{number}',
  upload: 'Upload v{number}',
  failed: 'The checklist could not be changed. {reason}',
  deleted: 'Task deleted',
  strip: 'Next versions',
} as const
