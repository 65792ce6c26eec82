/** Texts of the trash. */
export const trashStrings = {
  trash: 'Trash',
  words: {
    one: 'Deleted items can be restored for a day, with everything in them. Then they are gone for good.',
    other: 'Deleted items can be restored for {count} days, with everything in them. Then they are gone for good.',
  },
  failed: 'The trash could not be loaded. {reason}',
  empty: 'The trash is empty',
  emptyWords: 'Deleted projects, tracks, versions and files appear here.',
  more: 'Show more',
  kinds: { project: 'Project', track: 'Track', version: 'Version', file: 'File' },
  version: 'v{number} of {title}',
  in: 'in {project}',
  deletedBy: 'deleted by {name}',
  deleted: 'deleted',
  gone: 'gone',
  goneSoon: 'gone within the hour',
  restore: 'Restore',
  restoreOf: 'Restore {name}',
  restored: 'Restored {name}',
  open: 'Open',
  erase: 'Delete now',
  eraseOf: 'Delete now: {name}',
  eraseTitle: 'Delete {name} for good?',
  eraseWords: {
    project:
      'Its tracks, versions, notes, tasks and all its files are deleted immediately, ' +
      'for everyone. This cannot be undone.',
    track: 'Its versions, notes and all its files are deleted immediately for everyone. This cannot be undone.',
    version: 'Its file is deleted immediately for everyone. This cannot be undone. Its notes stay on the track.',
    file: 'All its versions are deleted immediately for everyone. This cannot be undone.',
  },
  erased: 'Deleted {name} for good',
  keep: 'Keep it in the trash',
  changeFailed: '{name} stays in the trash. {reason}',
} as const
