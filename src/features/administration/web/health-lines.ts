import type { ServerHealth } from '#features/administration/administration.contract.ts'
import type { Instant } from '#shared/units.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatBytes, formatCount } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { administrationStrings as words } from './administration.strings.ts'

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
    part: words.process,
    state: 'well',
    says: [
      text(words.version, { version }),
      text(words.node, { version: node.replace(/^v/, '') }),
      text(words.memory, { size: formatBytes(residentBytes) }),
      words.started,
    ],
    at: startedAt,
  }
}

function databaseLine({ database: { engine, answers, sizeBytes } }: ServerHealth): HealthLine {
  const says = [
    words.engines[engine],
    ...(sizeBytes === null ? [] : [text(words.size, { size: formatBytes(sizeBytes) })]),
  ]
  return { part: words.database, state: answers ? 'well' : 'look', says: answers ? says : [...says, words.silent] }
}

function filesLine({ files: { store, answers, freeBytes, keptFreeBytes } }: ServerHealth): HealthLine {
  if (!answers) return { part: words.files, state: 'look', says: [words.stores[store], words.silent] }
  if (freeBytes === null) return { part: words.files, state: 'well', says: [words.stores[store], words.freeUnknown] }
  const isFull = freeBytes < keptFreeBytes
  return {
    part: words.files,
    state: isFull ? 'look' : 'well',
    says: [
      words.stores[store],
      text(isFull ? words.notFree : words.free, { free: formatBytes(freeBytes), kept: formatBytes(keptFreeBytes) }),
    ],
  }
}

function queueLine({ queue: { ready, planned, active, dead, lateSeconds } }: ServerHealth): HealthLine {
  const isLate = lateSeconds >= LATE_SECONDS
  const says = [
    ready + active === 0
      ? words.queueIdle
      : text(words.queueBusy, { ready: formatCount(ready), active: formatCount(active) }),
    ...(planned > 0 ? [text(words.queuePlanned, { count: planned })] : []),
    ...(isLate ? [text(words.queueLate, { time: formatDuration(lateSeconds) })] : []),
    ...(dead > 0 ? [text(words.queueDead, { count: dead })] : []),
  ]
  return {
    part: words.queue,
    state: isLate || dead > 0 ? 'look' : 'well',
    says,
    ...(dead > 0 && { href: { to: '/admin/jobs?show=dead', label: words.seeJobs } }),
  }
}

function decoderLine({ decoder: { sandbox } }: ServerHealth): HealthLine {
  return { part: words.decoder, state: sandbox === 'isolated' ? 'well' : 'unknown', says: [words.sandboxes[sandbox]] }
}

function mailLine({ mail: { configured, lastSentAt, waiting, failed } }: ServerHealth): HealthLine {
  const says = [
    configured ? words.mailServer : words.mailOutbox,
    ...(waiting > 0 ? [text(words.mailWaiting, { count: waiting })] : []),
    ...(failed > 0 ? [text(words.mailFailed, { count: failed })] : []),
  ]
  return {
    part: words.mail,
    state: failed > 0 ? 'look' : configured ? 'well' : 'unknown',
    says: lastSentAt === null ? says : [...says, words.mailLast],
    ...(lastSentAt !== null && { at: lastSentAt }),
  }
}

function backupLine({ lastBackupAt, backsUpItself, backupFolderMissing }: ServerHealth, now: Instant): HealthLine {
  const how = backsUpItself ? words.backupDaily : words.backupByHand
  if (lastBackupAt === null)
    return {
      part: words.backup,
      state: backsUpItself ? 'look' : 'unknown',
      says: [words.backupNever, backupFolderMissing ? words.backupFolderMissing : how],
    }
  const isOld = now - lastBackupAt > OLD_BACKUP_MS
  return {
    part: words.backup,
    state: isOld || backupFolderMissing ? 'look' : 'well',
    says: [
      backupFolderMissing ? words.backupFolderMissing : how,
      ...(isOld ? [words.backupOld] : []),
      words.backupLast,
    ],
    at: lastBackupAt,
  }
}
