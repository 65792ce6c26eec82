/**
 * What this browser's decoders can do, found by decoding something known: WebKitGTK says that it decodes FLAC,
 * and fails.
 */
export interface DecoderFacts {
  /** FLAC by WebCodecs gives the file's samples, to the last bit. */
  readonly webCodecsFlac: boolean
  readonly webCodecsOpus: boolean
  /** FLAC by `decodeAudioData` gives the file's samples, to the last bit. */
  readonly pageFlac: boolean
  /** `decodeAudioData` plays Opus in Ogg. */
  readonly pageOpus: boolean
}
