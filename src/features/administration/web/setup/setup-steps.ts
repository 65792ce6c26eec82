import type { Instant } from '#shared/units.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import type { ServerHealth } from '../../administration.contract.ts'
import { isOldBackup } from '../health-lines.ts'
import { setupStrings as strings } from './setup.strings.ts'

export const setupStepNames = ['address', 'mail', 'storage', 'backup'] as const
export type SetupStepName = (typeof setupStepNames)[number]

export interface SetupStep {
  readonly name: SetupStepName
  readonly isDone: boolean
  /** How it is now. */
  readonly now: string
  /** Lines for the server's settings; none if there is nothing to write. */
  readonly settings: readonly string[]
}

/** What an admin of a new server looks after, with the state of each. */
export function setupSteps(health: ServerHealth, now: Instant): readonly SetupStep[] {
  return [addressStep(health), mailStep(health), storageStep(health), backupStep(health, now)]
}

function addressStep({ address: { url, configured } }: ServerHealth): SetupStep {
  return {
    name: 'address',
    isDone: configured,
    now: text(configured ? strings.addressDone : strings.addressOpen, { url: url.replace(/^https?:\/\//, '') }),
    settings: ['BASE_URL=https://mix.example.com'],
  }
}

function mailStep({ mail: { configured, failed } }: ServerHealth): SetupStep {
  return {
    name: 'mail',
    isDone: configured && failed === 0,
    now: !configured ? strings.mailOpen : failed > 0 ? text(strings.mailFailing, { count: failed }) : strings.mailDone,
    settings: ['SMTP_URL=smtps://user:password@mail.example.com', 'MAIL_FROM=Roughmix <mix@example.com>'],
  }
}

function storageStep({ files: { store, answers, freeBytes, keptFreeBytes } }: ServerHealth): SetupStep {
  const isFull = freeBytes !== null && freeBytes < keptFreeBytes
  return {
    name: 'storage',
    isDone: answers && !isFull,
    now: !answers
      ? strings.storageSilent
      : store === 's3' || freeBytes === null
        ? strings.storageBucket
        : text(isFull ? strings.storageFull : strings.storageDisk, { free: formatBytes(freeBytes) }),
    settings: ['DATA_DIR=/srv/roughmix', 'PROJECT_QUOTA_GB=50'],
  }
}

function backupStep({ lastBackupAt, backsUpItself, backupFolderMissing }: ServerHealth, now: Instant): SetupStep {
  const isRecent = lastBackupAt !== null && !isOldBackup(lastBackupAt, now)
  return {
    name: 'backup',
    isDone: !backupFolderMissing && (backsUpItself || isRecent),
    now: backupFolderMissing
      ? strings.backupMissing
      : backsUpItself
        ? strings.backupDaily
        : lastBackupAt === null
          ? strings.backupNone
          : isRecent
            ? strings.backupByHand
            : strings.backupOld,
    settings: ['BACKUP_DIR=/mnt/backup/roughmix'],
  }
}
