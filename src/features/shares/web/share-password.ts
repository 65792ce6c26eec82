const words =
  'amp bass bell brass bridge cable chord chorus cue delay desk drum echo fader flute gate glass harp horn jack keys ' +
  'kick lift loop lute mix note oboe organ pad pan pedal piano pitch plate pulse reed reel reverb riff room scale ' +
  'shaker snare solo song spool stage string swell synth tape tempo tenor tone track treble tremor tune valve verse ' +
  'viola voice wave whistle'

/** Three words and two digits: easy to read out, and far more than the few tries that a link allows per minute. */
export function suggestedPassword(): string {
  const list = words.split(' ')
  const [a = 0, b = 0, c = 0, digits = 0] = crypto.getRandomValues(new Uint32Array(4))
  const word = (at: number) => list[at % list.length]
  return [word(a), word(b), word(c), String(10 + (digits % 90))].join('-')
}
