/** Texts of the project list, the project page and its settings. */
export const projectStrings = {
  projects: 'Projects',
  newProject: 'New project',
  find: 'Find a project',
  shelf: 'Which projects',
  shelves: { active: 'Active', archived: 'Archived' },
  trash: 'Trash',
  sort: 'Order',
  sorts: { latest: 'Latest first', name: 'By name', size: 'Largest first' },
  tracks: { zero: 'No tracks', one: '{count} track', other: '{count} tracks' },
  openNotes: { zero: 'no open notes', one: '{count} open note', other: '{count} open notes' },
  openTasks: { zero: 'no open tasks', one: '{count} open task', other: '{count} open tasks' },
  awaitingApproval: { one: '{count} awaiting approval', other: '{count} awaiting approval' },
  waitsForYou: { one: '{count} waits for your approval', other: '{count} wait for your approval' },
  awaitingMe: 'Awaiting me',
  noVersion: 'No version yet',
  lastVersion: 'Last version {when}',
  projectMenu: 'More for {name}',
  listFailed: 'Your projects could not be loaded. {reason}',
  archivedWhen: 'Archived {when}',

  open: 'Open',
  settings: 'Settings',
  archive: 'Archive',
  unarchive: 'Bring back',
  archived: '{name} is archived.',
  unarchived: '{name} is back in the list.',
  deleteProject: 'Delete project',
  deleted: '{name} is in the trash.',
  restored: '{name} is restored.',
  actionFailed: '{name} was not changed. {reason}',

  sections: 'Parts of {name}',
  tabs: { tracks: 'Tracks', tasks: 'Tasks', activity: 'Activity', members: 'Members', settings: 'Settings' },
  invite: 'Invite people',
  showMembers: 'Members and invites',
} as const

/** Texts for the organization that a project belongs to. */
export const belongingStrings = {
  heading: 'Organization',
  words:
    'Owners and admins of the organization own the project. What its members can do is set here; people invited ' +
    'to the project keep their own role.',
  organization: 'Belongs to',
  nobody: 'You and the people you invite',
  team: 'Open to',
  everybody: 'All members',
  teamOf: 'Team {name}',
  role: 'Members can',
  roles: { editor: 'Edit', commenter: 'Comment', listener: 'Listen', none: 'Nothing: owners and admins only' },
  download: 'Members can download files',
  save: 'Save',
  saved: 'Saved.',
  onlyOwners: 'Owners of the project can change this.',
  elsewhere: 'An organization you are not in',
} as const
