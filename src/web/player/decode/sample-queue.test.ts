import { expect, test } from 'vitest'
import { SampleQueue } from './sample-queue.ts'

/** A chunk in which each sample equals its own position. */
function counted(start: number, frames: number): Float32Array<ArrayBuffer>[] {
  return [Float32Array.from({ length: frames }, (_, i) => start + i)]
}

function drain(queue: SampleQueue, count: number): number[] {
  const heard: number[] = []
  queue.take(count, ([plane], offset, run) => heard.push(...(plane?.subarray(offset, offset + run) ?? [])))
  return heard
}

test('samples come out in the order they were appended, across chunks', () => {
  const queue = new SampleQueue()
  queue.append(0, counted(0, 3))
  queue.append(3, counted(3, 3))
  expect(drain(queue, 4)).toEqual([0, 1, 2, 3])
  expect([queue.frames, queue.nextFrame()]).toEqual([2, 4])
  expect(drain(queue, 9)).toEqual([4, 5])
  expect(queue.nextFrame()).toBeUndefined()
})

test('setting a loop keeps what is heard before its end', () => {
  const queue = new SampleQueue()
  queue.append(0, counted(0, 4))
  queue.append(4, counted(4, 4))
  drain(queue, 2)
  expect(queue.keepUntil({ inFrame: 1, outFrame: 6 })).toBe(6)
  expect(queue.frames).toBe(4)
  expect(drain(queue, 9)).toEqual([2, 3, 4, 5])
})

test('giving a loop up keeps what is heard before it wrapped', () => {
  const queue = new SampleQueue()
  queue.append(4, counted(4, 2))
  queue.append(1, counted(1, 5))
  queue.append(1, counted(1, 5))
  drain(queue, 1)
  expect(queue.keepUntil(undefined)).toBe(6)
  expect(drain(queue, 9)).toEqual([5])
})

test('an empty queue does not know what follows', () => {
  expect(new SampleQueue().keepUntil(undefined)).toBeUndefined()
})

test('buffers are given back once, when they are heard or dropped', () => {
  const queue = new SampleQueue()
  queue.append(0, counted(0, 2))
  queue.append(2, counted(2, 2))
  drain(queue, 2)
  expect(queue.takeSpent()).toHaveLength(1)
  queue.clear()
  expect(queue.takeSpent()).toHaveLength(1)
  expect(queue.takeSpent()).toHaveLength(0)
})
