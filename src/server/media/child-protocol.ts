import type { AnalysisReport, AnalysisVerdict } from '#audio/analysis-report.ts'
import type { Seconds } from '#shared/units.ts'
import type { MadeRendition } from '#server/media/rendition-spec.ts'

/**
 * The protocol between child and parent: messages over one pipe, each a 13-byte head (kind u8, payload bytes u32,
 * position f64, little-endian) and a payload. The child may not write files.
 */
export const MESSAGE_HEAD_BYTES = 13
/** Longer payloads are refused; no message needs them. */
export const MAX_PAYLOAD_BYTES = 32 * 1024 * 1024

/** The child's file descriptors. */
export const UPLOAD_DESCRIPTOR = 3
/** How often a comparison may read each recording from the beginning. */
export const OPENINGS = 12
export const MESSAGE_DESCRIPTOR = 4

/** Payload kinds: JSON, or bytes of a file at the head's position. */
export const MESSAGE_KINDS = { json: 0, flac: 1, frameIndex: 2, peaks: 3, energy: 4, rendition: 5 } as const
export type OutputName = Exclude<keyof typeof MESSAGE_KINDS, 'json'>
export const OUTPUT_NAMES = [
  'flac',
  'frameIndex',
  'peaks',
  'energy',
  'rendition',
] as const satisfies readonly OutputName[]

/**
 * What to do about the rendition: use a FLAC original as it is, with an index (`reuse`), encode one (`encode`), or only
 * analyse (`none`), which produces just the energy grid.
 */
export type RenditionPlan = 'reuse' | 'encode' | 'none'

export type ChildWords =
  | { readonly type: 'started' }
  | { readonly type: 'opened'; readonly declaredSeconds: Seconds | null }
  | { readonly type: 'progress'; readonly fraction: number }
  | { readonly type: 'report'; readonly report: AnalysisReport }
  | { readonly type: 'verdict'; readonly verdict: AnalysisVerdict; readonly detail: string }
  /** From a child that makes a rendition. */
  | { readonly type: 'made'; readonly made: MadeRendition }
  /** The FLAC original cannot be used as it is. */
  | { readonly type: 'encode-instead' }
