import { describe, expect, test } from 'vitest'
import { areNumbered, keyOf, namedMusic } from './file-name-title.ts'

const title = (name: string) => namedMusic(name).title

describe('a file name without its marks', () => {
  test.each([
    ['Glasshouse_mix7_48k24.wav', 'Glasshouse'],
    ['Glasshouse v7.wav', 'Glasshouse'],
    ['Salt_v4.wav', 'Salt'],
    ['Salt-v4-final.wav', 'Salt'],
    ['salt_FINAL_final2.wav', 'Salt'],
    ['Salt (Final Mix).wav', 'Salt'],
    ['Salt [master].flac', 'Salt'],
    ['Salt (1).wav', 'Salt'],
    ['Salt mix 12.wav', 'Salt'],
    ['Salt Mix12b.wav', 'Salt'],
    ['Salt rev.3.wav', 'Salt'],
    ['Salt v1.2.3.wav', 'Salt'],
    ['Harbour Lights_mix6.wav', 'Harbour Lights'],
    ['Kite_rough_2.wav', 'Kite'],
    ['Kite 2026-11-20.wav', 'Kite'],
    ['Kite_2026_11_20.wav', 'Kite'],
    ['20261120_Kite.wav', 'Kite'],
    ['261120 Kite mix.wav', 'Kite'],
    ['Kite 20.11.26.wav', 'Kite'],
    ['Kite 24bit 48kHz.wav', 'Kite'],
    ['Kite_24-96.wav', 'Kite'],
    ['Kite 44.1k.wav', 'Kite'],
    ['Kite_48000Hz_32f.wav', 'Kite'],
    ['Kite_120bpm_-14LUFS.wav', 'Kite'],
    ['01 Salt.wav', 'Salt'],
    ['3. Kite_v2.aif', 'Kite'],
    ['07_Salt_master.wav', 'Salt'],
    ['night walk idea.m4a', 'Night walk idea'],
    ['Night Drive v3.wav', 'Night Drive'],
    ['Arden Wells - Salt_v4.wav', 'Arden Wells - Salt'],
    ['Salt – v4.wav', 'Salt'],
    ['Salt copy.wav', 'Salt'],
    ['Ouvertüre_Mix3.wav', 'Ouvertüre'],
    ['夜行_v2.wav', '夜行'],
    ['THE LONG WAY ROUND - print 3.wav', 'The long way round'],
    ['no ending', 'No ending'],
    ['Alpha_mix3_120bpm_Am.wav', 'Alpha'],
    ['alpha_mix3_120bpm_am.wav', 'Alpha'],
    ['Alpha_Am_120bpm.wav', 'Alpha'],
    ['Alpha_120_Am_v2.wav', 'Alpha'],
    ['Alpha Am 120.wav', 'Alpha'],
    ['Alpha 120 BPM F#m.wav', 'Alpha'],
    ['Alpha 97.5 bpm 8A master.wav', 'Alpha'],
    ['Alpha_BPM120_Bb.wav', 'Alpha'],
    ['Alpha-120bpm-Gbmaj.wav', 'Alpha'],
    ['Alpha (A minor).wav', 'Alpha'],
    ['Alpha [120 Am].wav', 'Alpha'],
    ['Alpha v2 A minor.wav', 'Alpha'],
    ['Alpha_F#m.wav', 'Alpha'],
    ['Night Drive 12B 124bpm mix 2.wav', 'Night Drive'],
  ])('%s is "%s"', (name, expected) => expect(title(name)).toBe(expected))
})

describe('words that are part of a name', () => {
  test.each([
    ['Mix Tape.wav', 'Mix Tape'],
    ['Final Hour v2.wav', 'Final Hour'],
    ['24 Hours.wav', '24 Hours'],
    ['99 Problems_mix2.wav', '99 Problems'],
    ['Lo-Fi Summer.wav', 'Lo-Fi Summer'],
    ['Master of Tides_v3.wav', 'Master of Tides'],
    ['1984.wav', '1984'],
    ['Salt (Reprise) v2.wav', 'Salt (Reprise)'],
    ['Salt (feat. Jo Okafor)_v2.wav', 'Salt (feat. Jo Okafor)'],
    ['Salt instrumental v3.wav', 'Salt instrumental'],
    ['Blink-182 cover v2.wav', 'Blink-182 cover'],
    ['v3.wav', 'V3'],
    ['mix7.wav', 'Mix7'],
    ['1999 v2.wav', '1999'],
    ['Água de Março_mix1.flac', 'Água de Março'],
    ['mix.wav', 'Mix'],
    ['final.wav', 'Final'],
    ['U2.wav', 'U2'],
    ['OK.wav', 'OK'],
    ['Am I Wrong_v2.wav', 'Am I Wrong'],
    ['Here I Am.wav', 'Here I Am'],
    ['Here I Am_v2.wav', 'Here I Am'],
    ['Here I Am 120bpm.wav', 'Here I Am'],
    ['A Minor Incident_mix2.wav', 'A Minor Incident'],
    ['Prelude in C minor_v2.wav', 'Prelude in C minor'],
    ['Nocturne in F#m.wav', 'Nocturne in F#m'],
    ['120.wav', '120'],
    ['Am.wav', 'Am'],
    ['Plan B_v3.wav', 'Plan B'],
    ['Apartment 8A.wav', 'Apartment 8A'],
    ['BPM.wav', 'BPM'],
    ['Vitamin C 120bpm.wav', 'Vitamin C'],
    ['7 Rings.wav', '7 Rings'],
    ['Side (B).wav', 'Side (B)'],
  ])('%s stays "%s"', (name, expected) => expect(title(name)).toBe(expected))
})

describe('names are compared', () => {
  test('without case, accents, punctuation and who is featured', () => {
    expect(keyOf('Ouvertüre')).toBe('ouverture')
    expect(keyOf("Don't Look Back")).toBe('dont look back')
    expect(keyOf('Salt & Light')).toBe('salt and light')
    expect(keyOf('Salt (feat. Arden Wells)')).toBe('salt')
    expect(keyOf('Salt ft. Arden Wells')).toBe('salt')
    expect(keyOf('Cafe\u0301')).toBe(keyOf('Caf\u00e9'))
  })

  test('part by part where a dash keeps artist and title apart', () => {
    expect(namedMusic('Arden Wells - Salt_v4.wav').parts).toEqual(['arden wells', 'salt'])
    expect(namedMusic('Low Tide — 03 — Kite (master).wav').parts).toEqual(['low tide', '03', 'kite'])
  })
})

describe('numbers in front of a batch', () => {
  test('count its tracks where they run on, or begin with a zero', () => {
    expect(areNumbered(['10 Slow Lighthouse.wav', '11 Kite.wav', '12 Salt.wav'])).toBe(true)
    expect(areNumbered(['09 Kite.wav', '10 Salt.wav'])).toBe(true)
    expect(areNumbered(['1-Kite.wav', '3-Salt.wav', '2-Alpha.wav'])).toBe(true)
    expect(namedMusic('10 Slow Lighthouse_mix2.wav', { isNumbered: true }).title).toBe('Slow Lighthouse')
    expect(namedMusic('11-99 Problems.wav', { isNumbered: true }).title).toBe('11-99 Problems')
  })

  test('are part of the names where they do not', () => {
    expect(areNumbered(['24 Hours.wav', '99 Problems.wav'])).toBe(false)
    expect(areNumbered(['24 Hours.wav', '99 Problems.wav', '7 Rings.wav'])).toBe(false)
    expect(areNumbered(['10 Slow Lighthouse.wav'])).toBe(false)
    expect(areNumbered(['01 Salt.wav', 'Kite.wav'])).toBe(false)
    expect(areNumbered(['120bpm a.wav', '121bpm b.wav', '122bpm c.wav'])).toBe(false)
  })
})
