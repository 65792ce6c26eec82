/** Texts of the trash. */
export const trashStrings = {
  trash: 'Trash',
  words: {
    one: 'What was deleted can be brought back for a day, with everything in it. Then it is gone.',
    other: 'What was deleted can be brought back for {count} days, with everything in it. Then it is gone.',
  },
  failed: 'The trash could not be read. {reason}',
  empty: 'The trash is empty',
  emptyWords: 'Deleted projects, tracks, versions and files are here until they are gone.',
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
  erased: '{name} is gone',
  keep: 'Keep it in the trash',
  changeFailed: '{name} stays in the trash. {reason}',
} as const
