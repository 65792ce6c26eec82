/** Texts of the steps that an admin takes on a new server. */
export const setupStrings = {
  title: 'Set up your server',
  progress: '{done} of {all} done',
  hide: 'Hide',
  hidden: 'The steps are under Server, Health',
  done: 'Done',
  open: 'To do',
  steps: {
    address: 'Address',
    mail: 'E-mail',
    storage: 'Storage',
    backup: 'Backup',
  },
  addressDone: 'Links lead to {url}',
  addressOpen: 'Only this machine: {url}',
  mailDone: 'Sent by your mail server',
  mailOpen: 'Not set up: kept in the outbox',
  mailFailing: { one: '{count} could not be sent', other: '{count} could not be sent' },
  storageDisk: '{free} free on this disk',
  storageFull: 'Only {free} free',
  storageBucket: 'In an S3 bucket',
  storageSilent: 'Not responding',
  backupDaily: 'Made every day',
  backupByHand: 'Made by hand',
  backupOld: 'The last one is over two days old',
  backupNone: 'None yet',
  backupMissing: 'The backup folder is missing',
  about: {
    address:
      'Invitations and share links need an address that other people can reach. Point a domain at this machine, put ' +
      'a reverse proxy with HTTPS in front, and set:',
    mail:
      'With a mail server, people get invitations, sign-in links and notifications. Without one, copy links by hand; ' +
      'mails wait under Server, Outbox. Set:',
    storage:
      'Bounces are kept as they were uploaded, so they need room: an hour of 24-bit stereo at 48 kHz is about 1 GB. ' +
      'Move the data folder to a larger disk, or limit each project:',
    backup:
      'Set a folder on another disk, and the server backs itself up every night and keeps 14 days. Every backup is ' +
      'read back to check it.',
  },
  how: 'Write these lines with your own values into the environment of the server or its .env file, then restart it.',
  close: 'Close',
  seeOutbox: 'See the outbox',
  seeStorage: 'See what takes up space',
} as const
