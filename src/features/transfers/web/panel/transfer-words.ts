import type { Seconds } from '#shared/units.ts'
import { formatBytes, formatRate } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import type { Transfer } from './transfers-store.ts'
import { transferStrings as strings } from '../transfers.strings.ts'

/** A transfer's state in one line: `Uploading · 11 MB/s · 3 s left`. */
export function transferWords(transfer: Transfer): string {
  const { status, kind, error, bytes, isVerified } = transfer
  if (status === 'completed')
    return kind === 'upload' ? strings.uploaded : isVerified ? strings.downloaded : strings.downloadedWhole
  if (status === 'error') return text(errorWords(error), { sent: formatBytes(bytes), words: error?.message ?? '' })
  return unfinishedWords(transfer)
}

/** Whether a transfer has stopped for good. A server that answers "later" does not stop it. */
export function isStopped({ status, phase, error }: Pick<Transfer, 'status' | 'phase' | 'error'>): boolean {
  const lost = phase === 'retrying' && (error?.httpStatus ?? null) === null
  return status === 'error' || (status !== 'completed' && (lost || (phase === 'file-needed' && error !== null)))
}

/** Whether the round arrow resumes after an interruption, rather than retrying after a refusal. */
export function isResumed({ phase, error }: Pick<Transfer, 'phase' | 'error'>): boolean {
  return phase === 'retrying' || error?.code === 'stream' || error?.code === 'network'
}

/** Why a file could not be fetched, and on which side. */
function errorWords(error: Transfer['error']): string {
  const { code = 'server', httpStatus = null } = error ?? {}
  if (code !== 'file-fetch') return strings.errors[code]
  if (httpStatus === null) return strings.fetchErrors.away
  if (httpStatus === 401 || httpStatus === 403) return strings.fetchErrors.notAllowed
  if (httpStatus === 404 || httpStatus === 410) return strings.fetchErrors.gone
  return httpStatus >= 500 || httpStatus === 429 ? strings.fetchErrors.trouble : strings.errors['file-fetch']
}

function unfinishedWords({ kind, phase, error, bytes, bytesPerSecond, secondsLeft, reopens }: Transfer): string {
  const sent = formatBytes(bytes)
  const up = kind === 'upload'
  switch (phase) {
    case 'queued':
      return strings.queued
    case 'paused':
      return text(up ? strings.pausedUp : strings.pausedDown, { sent })
    case 'retrying':
      return error?.code === 'in-trash' ? strings.errors['in-trash'] : retryingWords(error?.httpStatus ?? null, bytes)
    case 'file-needed':
      return error ? text(strings.errors[error.code], { sent, words: error.message }) : fileWords(bytes, reopens)
    case 'making':
      return strings.making
    case 'sealing':
      return up ? strings.sealingUp : strings.sealingDown
    case 'moving':
      return joined([
        up ? strings.uploading : strings.downloading,
        bytesPerSecond === null ? '' : formatRate(bytesPerSecond),
        secondsLeft === null ? '' : text(strings.left, { time: timeLeft(secondsLeft) }),
      ])
  }
}

function fileWords(bytes: number, reopens: boolean): string {
  if (bytes === 0) return reopens ? strings.fileAllowedStart : strings.fileNeededStart
  return text(reopens ? strings.fileAllowed : strings.fileNeeded, { sent: formatBytes(bytes) })
}

function retryingWords(httpStatus: number | null, bytes: number): string {
  if (httpStatus !== null) return strings.busy
  return bytes > 0 ? text(strings.lost, { sent: formatBytes(bytes) }) : strings.lostStart
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).reduce((one, other) => text(strings.join, { one, other }))
}

/** Rounded up to a useful precision: `3 s`, `4 min`, `1 h 20 min`. */
export function timeLeft(seconds: Seconds): string {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.ceil(whole / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
