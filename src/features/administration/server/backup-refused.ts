/** The target cannot hold a backup; the message is for the person who chose it. */
export class BackupRefused extends Error {}
