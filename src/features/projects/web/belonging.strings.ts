/** Words for the organization a project belongs to. */
export const belongingStrings = {
  heading: 'Organization',
  words:
    'Owners and admins of the organization own the project. What its members may do is set here; people invited ' +
    'to the project keep their own role.',
  organization: 'Belongs to',
  nobody: 'You and the people you invite',
  team: 'Open to',
  everybody: 'All members',
  teamOf: 'Team {name}',
  role: 'Members may',
  roles: { editor: 'Edit', commenter: 'Comment', listener: 'Listen', none: 'Nothing: owners and admins only' },
  download: 'Members may download files',
  save: 'Save',
  saved: 'Saved.',
  onlyOwners: 'Owners of the project can change this.',
  elsewhere: 'An organization you are not in',
} as const
