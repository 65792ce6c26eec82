/** Texts for the pictures of projects and tracks. */
export const coverStrings = {
  artwork: 'Artwork…',
  change: 'Change the artwork of {name}',
  title: 'Artwork of {name}',
  drop: 'Drop a picture here, or',
  choose: 'choose one',
  chooseOther: 'Choose another',
  crop: 'Drag to move the picture, or use the arrow keys.',
  cropped: 'Part of the picture that is shown',
  zoom: 'Zoom',
  save: 'Save artwork',
  cancel: 'Cancel',
  remove: 'Remove',
  saved: 'Artwork of {name} saved',
  removed: 'Artwork of {name} removed',
  failed: 'The artwork was not saved. {reason}',
  unreadable: 'This file is not a picture that the browser can open. Choose a JPEG, PNG or WebP.',
} as const
