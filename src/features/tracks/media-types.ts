const TYPES: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  wave: 'audio/wav',
  bwf: 'audio/wav',
  rf64: 'audio/wav',
  w64: 'audio/x-w64',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  aifc: 'audio/aiff',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp4: 'audio/mp4',
  aac: 'audio/aac',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  caf: 'audio/x-caf',
  wma: 'audio/x-ms-wma',
}

/** The media type by file extension; application/octet-stream if unknown. */
export function mediaType(fileName: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return TYPES[ending] ?? 'application/octet-stream'
}
