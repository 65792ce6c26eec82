/** A place where no backup can be made, in words for whoever named it. */
export class BackupRefused extends Error {}
