/** What this browser's decoders can do, found by decoding a known file: WebKitGTK claims to decode FLAC, and fails. */
export interface DecoderFacts {
  /** WebCodecs decodes FLAC to the file's exact samples. */
  readonly webCodecsFlac: boolean
  readonly webCodecsOpus: boolean
  /** `decodeAudioData` decodes FLAC to the file's exact samples. */
  readonly pageFlac: boolean
  /** `decodeAudioData` decodes Opus in Ogg. */
  readonly pageOpus: boolean
}
