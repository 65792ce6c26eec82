// Loaded in the disposable child only.
import type { Frame } from 'node-av/lib'
import type { MadeRendition } from '#server/media/rendition-spec.ts'

/** Makes one rendition while the recording is decoded. */
export interface RenditionMaker {
  add(frame: Frame): void
  finish(): MadeRendition
}
