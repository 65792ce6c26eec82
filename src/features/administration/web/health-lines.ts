import type { ServerHealth } from '#features/administration/administration.contract.ts'
import type { Instant } from '#shared/units.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatBytes, formatCount } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { administrationStrings as strings } from './administration.strings.ts'

export interface HealthLine {
  readonly part: string
  /** `unknown` is not an error. */
  readonly state: 'well' | 'look' | 'unknown'
  readonly says: readonly string[]
  /** Shown after the text as a relative time. */
  readonly at?: Instant
  readonly href?: { readonly to: string; readonly label: string }
}

/** A queue this late has no working worker. */
const LATE_SECONDS = 600
const OLD_BACKUP_MS = 48 * 3600_000

export function isOldBackup(lastBackupAt: Instant, now: Instant): boolean {
  return now - lastBackupAt > OLD_BACKUP_MS
}

/** One or more lines for each part of the server's health. */
export function healthLines(health: ServerHealth, now: Instant): readonly HealthLine[] {
  return [
    processLine(health),
    databaseLine(health),
    filesLine(health),
    queueLine(health),
    decoderLine(health),
    mailLine(health),
    backupLine(health, now),
  ]
}

function processLine({ version, node, residentBytes, startedAt }: ServerHealth): HealthLine {
  return {
    part: strings.process,
    state: 'well',
    says: [
      text(strings.version, { version }),
      text(strings.node, { version: node.replace(/^v/, '') }),
      text(strings.memory, { size: formatBytes(residentBytes) }),
      strings.started,
    ],
    at: startedAt,
  }
}

function databaseLine({ database: { engine, answers, sizeBytes } }: ServerHealth): HealthLine {
  const says = [
    strings.engines[engine],
    ...(sizeBytes === null ? [] : [text(strings.size, { size: formatBytes(sizeBytes) })]),
  ]
  return { part: strings.database, state: answers ? 'well' : 'look', says: answers ? says : [...says, strings.silent] }
}

function filesLine({ files: { store, answers, freeBytes, keptFreeBytes } }: ServerHealth): HealthLine {
  if (!answers) return { part: strings.files, state: 'look', says: [strings.stores[store], strings.silent] }
  if (freeBytes === null)
    return { part: strings.files, state: 'well', says: [strings.stores[store], strings.freeUnknown] }
  const isFull = freeBytes < keptFreeBytes
  return {
    part: strings.files,
    state: isFull ? 'look' : 'well',
    says: [
      strings.stores[store],
      text(isFull ? strings.notFree : strings.free, { free: formatBytes(freeBytes), kept: formatBytes(keptFreeBytes) }),
    ],
  }
}

function queueLine({ queue: { ready, planned, active, dead, lateSeconds } }: ServerHealth): HealthLine {
  const isLate = lateSeconds >= LATE_SECONDS
  const says = [
    ready + active === 0
      ? strings.queueIdle
      : text(strings.queueBusy, { ready: formatCount(ready), active: formatCount(active) }),
    ...(planned > 0 ? [text(strings.queuePlanned, { count: planned })] : []),
    ...(isLate ? [text(strings.queueLate, { time: formatDuration(lateSeconds) })] : []),
    ...(dead > 0 ? [text(strings.queueDead, { count: dead })] : []),
  ]
  return {
    part: strings.queue,
    state: isLate || dead > 0 ? 'look' : 'well',
    says,
    ...(dead > 0 && { href: { to: '/admin/jobs?show=dead', label: strings.seeJobs } }),
  }
}

function decoderLine({ decoder: { sandbox } }: ServerHealth): HealthLine {
  return {
    part: strings.decoder,
    state: sandbox === 'isolated' ? 'well' : 'unknown',
    says: [strings.sandboxes[sandbox]],
  }
}

function mailLine({ mail: { configured, lastSentAt, waiting, failed } }: ServerHealth): HealthLine {
  const says = [
    configured ? strings.mailServer : strings.mailOutbox,
    ...(waiting > 0 ? [text(strings.mailWaiting, { count: waiting })] : []),
    ...(failed > 0 ? [text(strings.mailFailed, { count: failed })] : []),
  ]
  return {
    part: strings.mail,
    state: failed > 0 ? 'look' : configured ? 'well' : 'unknown',
    says: lastSentAt === null ? says : [...says, strings.mailLast],
    ...(lastSentAt !== null && { at: lastSentAt }),
  }
}

function backupLine({ lastBackupAt, backsUpItself, backupFolderMissing }: ServerHealth, now: Instant): HealthLine {
  const how = backsUpItself ? strings.backupDaily : strings.backupByHand
  if (lastBackupAt === null)
    return {
      part: strings.backup,
      state: backsUpItself ? 'look' : 'unknown',
      says: [strings.backupNever, backupFolderMissing ? strings.backupFolderMissing : how],
    }
  const isOld = isOldBackup(lastBackupAt, now)
  return {
    part: strings.backup,
    state: isOld || backupFolderMissing ? 'look' : 'well',
    says: [
      backupFolderMissing ? strings.backupFolderMissing : how,
      ...(isOld ? [strings.backupOld] : []),
      strings.backupLast,
    ],
    at: lastBackupAt,
  }
}
