/**
 * The containers that a decoder may open. Playlists and scripts (hls, concat, dash …) read other files by name, and
 * video codecs have the most vulnerabilities, so everything else is refused.
 */
export const ALLOWED_CONTAINERS: Readonly<Record<string, string>> = {
  wav: 'WAV',
  w64: 'Wave64',
  aiff: 'AIFF',
  caf: 'CAF',
  au: 'AU',
  flac: 'FLAC',
  ogg: 'Ogg',
  mp3: 'MP3',
  aac: 'AAC',
  mov: 'M4A',
  asf: 'WMA',
  matroska: 'Matroska',
  wv: 'WavPack',
  tta: 'TTA',
  ape: 'APE',
  dsf: 'DSF',
  iff: 'DSDIFF',
}

export interface AllowedCodec {
  /** The name shown to people. */
  readonly name: string
  readonly lossless: boolean
}

const lossless = (name: string): AllowedCodec => ({ name, lossless: true })
const lossy = (name: string): AllowedCodec => ({ name, lossless: false })

/** By FFmpeg's decoder name. */
export const ALLOWED_CODECS: Readonly<Record<string, AllowedCodec>> = {
  ...Object.fromEntries(
    [
      'u8',
      's8',
      's16le',
      's16be',
      's24le',
      's24be',
      's32le',
      's32be',
      'f32le',
      'f32be',
      'f64le',
      'f64be',
      'u16le',
      'u16be',
      'u24le',
      'u24be',
      'u32le',
      'u32be',
      's8_planar',
      's16le_planar',
      's24le_planar',
      's32le_planar',
      's16be_planar',
    ].map((kind) => [`pcm_${kind}`, lossless('PCM')]),
  ),
  flac: lossless('FLAC'),
  alac: lossless('ALAC'),
  wavpack: lossless('WavPack'),
  tta: lossless('TTA'),
  ape: lossless('APE'),
  wmalossless: lossless('WMA Lossless'),
  pcm_mulaw: lossy('µ-law'),
  pcm_alaw: lossy('A-law'),
  adpcm_ms: lossy('ADPCM'),
  adpcm_ima_wav: lossy('ADPCM'),
  adpcm_ima_qt: lossy('ADPCM'),
  mp3: lossy('MP3'),
  mp3float: lossy('MP3'),
  mp2: lossy('MP2'),
  mp2float: lossy('MP2'),
  aac: lossy('AAC'),
  vorbis: lossy('Vorbis'),
  opus: lossy('Opus'),
  libopus: lossy('Opus'),
  wmav1: lossy('WMA'),
  wmav2: lossy('WMA'),
  wmapro: lossy('WMA'),
  ac3: lossy('AC-3'),
  eac3: lossy('E-AC-3'),
  dsd_lsbf: lossy('DSD'),
  dsd_msbf: lossy('DSD'),
  dsd_lsbf_planar: lossy('DSD'),
  dsd_msbf_planar: lossy('DSD'),
}

export const MIN_SAMPLE_RATE = 1000
export const MAX_SAMPLE_RATE = 768_000
export const MAX_CHANNELS = 64
export const MAX_SECONDS = 24 * 3600
