import { beforeEach, expect, test } from 'vitest'
import { WritingPause } from './writing-pause.ts'

let isPlaying = true
const music = {
  isPlaying: () => isPlaying,
  pause: () => {
    isPlaying = false
  },
  play: () => {
    isPlaying = true
  },
}
let writing: WritingPause

beforeEach(() => {
  isPlaying = true
  writing = new WritingPause(music)
})

test('the music rests from the first letter until the note is sent or left', () => {
  writing.write()
  writing.write()
  expect(isPlaying).toBe(false)
  writing.leave()
  expect(isPlaying).toBe(true)
})

test('what did not play is not started by leaving a note', () => {
  isPlaying = false
  writing.write()
  writing.leave()
  expect(isPlaying).toBe(false)
})

test('who reaches for the player starts it themselves, and it is not started under their finger', () => {
  writing.write()
  writing.yield()
  writing.leave()
  expect(isPlaying).toBe(false)
  music.play()
  writing.write()
  expect(isPlaying).toBe(false)
})

test('whoever presses play while they write is not interrupted again, and may pause for good', () => {
  writing.write()
  music.play()
  writing.write()
  expect(isPlaying).toBe(true)
  music.pause()
  writing.leave()
  expect(isPlaying).toBe(false)
})
