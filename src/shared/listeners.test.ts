import { expect, test } from 'vitest'
import { Listeners } from './listeners.ts'

test('hear the news in the order they came, until they are taken back', () => {
  const listeners = new Listeners<[track: string, version: number]>()
  const heard: string[] = []
  const { add } = listeners
  const stop = add((track, version) => heard.push(`Ed: ${track} ${version}`))
  add((track, version) => heard.push(`Lin: ${track} ${version}`))
  listeners.tell('Harbour', 1)
  stop()
  stop()
  listeners.tell('Harbour', 2)
  expect(heard).toEqual(['Ed: Harbour 1', 'Lin: Harbour 1', 'Lin: Harbour 2'])
})

test('leave while they are told without robbing the others', () => {
  const listeners = new Listeners()
  const heard: string[] = []
  const stopOlga = listeners.add(() => {
    heard.push('Olga')
    stopOlga()
    stopLin()
  })
  listeners.add(() => heard.push('Ed'))
  const stopLin = listeners.add(() => heard.push('Lin'))
  listeners.tell()
  listeners.tell()
  expect(heard).toEqual(['Olga', 'Ed', 'Ed'])
})

test('who comes while the others are told hears it too', () => {
  const listeners = new Listeners()
  const heard: string[] = []
  const late = () => heard.push('Lin')
  listeners.add(() => listeners.add(late))
  listeners.tell()
  expect(heard).toEqual(['Lin'])
})

test('the same function is one listener, and leaves at once', () => {
  const listeners = new Listeners()
  let heard = 0
  const listener = () => (heard += 1)
  const stop = listeners.add(listener)
  listeners.add(listener)
  expect(listeners.size).toBe(1)
  listeners.tell()
  stop()
  listeners.tell()
  expect(heard).toBe(1)
})

test('cleared, nobody is left to hear', () => {
  const listeners = new Listeners()
  let heard = 0
  const stop = listeners.add(() => (heard += 1))
  listeners.clear()
  expect(listeners.size).toBe(0)
  listeners.tell()
  stop()
  expect(heard).toBe(0)
})
