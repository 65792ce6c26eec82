import type { Instant } from '#shared/units.ts'
import type { Share, ShareMay, ShareWhat } from '../shares.contract.ts'

const DAY_MS = 86_400_000

export const lives = ['never', 'day', 'week', 'fortnight', 'month', 'date'] as const
export type Life = (typeof lives)[number]
const days: Readonly<Partial<Record<Life, number>>> = { day: 1, week: 7, fortnight: 14, month: 30 }

/** The dialog's values. */
export interface ShareForm {
  readonly kind: ShareWhat['kind']
  readonly trackIds: readonly string[]
  /** The version's track, if the link is for a version. */
  readonly trackId: string
  readonly versionId: string
  readonly latestOnly: boolean
  readonly who: 'anyone' | 'persons'
  /** One per line. */
  readonly persons: string
  readonly may: ShareMay
  readonly password: string
  readonly removePassword: boolean
  readonly life: Life
  /** As `yyyy-mm-dd`, in the local time zone. */
  readonly lastDay: string
  readonly firstMoment: string
  readonly message: string
  readonly label: string
}

/** Where Share was pressed: the project, a track, or one of its versions. */
export interface ShareStart {
  readonly trackId?: string | undefined
  readonly versionId?: string | undefined
}

export function newForm(
  { trackId = '', versionId }: ShareStart,
  tracks: readonly { readonly id: string; readonly currentVersionId: string | null }[],
  mayDownload: boolean,
): ShareForm {
  const track = tracks.find(({ id }) => id === trackId) ?? tracks[0]
  return {
    kind: versionId !== undefined ? 'version' : trackId !== '' ? 'tracks' : 'project',
    trackIds: trackId === '' ? tracks.map(({ id }) => id) : [trackId],
    trackId: track?.id ?? '',
    versionId: versionId ?? track?.currentVersionId ?? '',
    latestOnly: true,
    who: 'anyone',
    persons: '',
    may: { comment: true, seeNotes: true, approve: false, download: mayDownload, upload: false },
    password: '',
    removePassword: false,
    life: 'month',
    lastDay: '',
    firstMoment: '',
    message: '',
    label: '',
  }
}

export function formOf(share: Share): ShareForm {
  const { what } = share
  return {
    kind: what.kind,
    trackIds: what.kind === 'tracks' ? what.trackIds : what.kind === 'version' ? [what.trackId] : [],
    trackId: what.kind === 'version' ? what.trackId : what.kind === 'tracks' ? (what.trackIds[0] ?? '') : '',
    versionId: what.kind === 'version' ? what.versionId : '',
    latestOnly: what.kind !== 'version' && what.latestOnly,
    who: 'anyone',
    persons: share.person ?? '',
    may: share.may,
    password: '',
    removePassword: false,
    life: share.expiresAt === null ? 'never' : 'date',
    lastDay: share.expiresAt === null ? '' : dayText(share.expiresAt),
    firstMoment: share.startsAt === null ? '' : momentText(share.startsAt),
    message: share.message,
    label: share.label,
  }
}

export function personsIn(text: string): readonly string[] {
  return [
    ...new Set(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
  ]
}

export function whatIn({ kind, trackIds, trackId, versionId, latestOnly }: ShareForm): ShareWhat {
  if (kind === 'version') return { kind, trackId, versionId }
  return kind === 'tracks' ? { kind, trackIds: [...trackIds], latestOnly } : { kind, latestOnly }
}

export function expiryIn({ life, lastDay }: ShareForm, now: Instant): Instant | null {
  const after = days[life]
  if (after !== undefined) return now + after * DAY_MS
  // Until the end of that day, in the local time zone.
  return life === 'date' && lastDay !== '' ? new Date(`${lastDay}T23:59:59`).getTime() : null
}

export function startIn({ firstMoment }: ShareForm): Instant | null {
  return firstMoment === '' ? null : new Date(firstMoment).getTime()
}

export type FormTrouble = 'noNames' | 'noTracks' | 'noDay' | 'badDates'

/** Why the form cannot be submitted. */
export function troubleIn(form: ShareForm, now: Instant): FormTrouble | undefined {
  if (form.kind === 'tracks' && form.trackIds.length === 0) return 'noTracks'
  if (form.who === 'persons' && personsIn(form.persons).length === 0) return 'noNames'
  // A partly typed date has an empty value.
  if (form.life === 'date' && form.lastDay === '') return 'noDay'
  const [from, until] = [startIn(form), expiryIn(form, now)]
  return until !== null && until <= (from ?? 0) ? 'badDates' : undefined
}

function dayText(instant: Instant): string {
  return momentText(instant).slice(0, 10)
}

function momentText(instant: Instant): string {
  const date = new Date(instant)
  return new Date(instant - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
