/** Words of the part in which one takes away what is kept of oneself. */
export const ownDataStrings = {
  heading: 'Your data',
  words:
    'One file with what is kept of you: your account and its settings, sessions and tokens, and your notes, ' +
    'tasks, decisions, uploads and links in all projects.',
  notIn: 'What others wrote, passwords and sound are not in it. It is JSON, which any text editor opens.',
  download: 'Download my data',
  coming: 'Putting your file together… {size} so far.',
  done: '{name} is downloaded, {size}.',
  failed: 'Your data was not downloaded. {reason}',
  offline: 'This needs a connection.',
} as const
