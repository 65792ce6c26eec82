import type { FrameIndex } from '#audio/frame-index.ts'
import type { Planes } from './player-messages.ts'

/** A recording small enough to inline, in blocks like a rendition. */
export interface TestRecording {
  readonly index: FrameIndex
  readonly blocks: readonly Uint8Array<ArrayBuffer>[]
}

/** Two blocks of 24-bit stereo from the reference encoder (flac 1.4); they decode to `testFlacSamples`. */
export function testFlac(): TestRecording {
  return recording({ codec: 'flac', bitsPerSample: 24, blockSize: 128 }, FLAC_HEADER, FLAC_BLOCKS)
}

/**
 * Six packets of a 1 kHz tone at about half of full scale, from the middle of a stream by the reference encoder
 * (libopus 1.3).
 */
export function testOpus(): TestRecording {
  return recording({ codec: 'opus', bitsPerSample: 0, blockSize: 960 }, OPUS_HEADER, OPUS_PACKETS)
}

/** Computed with integers, so that it is the same everywhere: a slow sawtooth with noise in the last eight bits. */
export function testFlacSamples(): Planes {
  const planes = [new Float32Array(256), new Float32Array(256)]
  let state = 1
  for (let i = 0; i < 256; i++) {
    for (const [channel, plane] of planes.entries()) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      plane[i] = (((i * 65537 * (channel + 1)) % 12_000_000) - 6_000_000 + (state >>> 24)) / 2 ** 23
    }
  }
  return planes
}

function recording(
  format: Pick<FrameIndex, 'codec' | 'bitsPerSample' | 'blockSize'>,
  header: string,
  texts: readonly string[],
): TestRecording {
  const blocks = texts.map(bytesOf)
  const codecHeader = bytesOf(header)
  const offsets = new Float64Array(blocks.length + 1)
  blocks.forEach(({ length }, block) => (offsets[block + 1] = (offsets[block] ?? 0) + length))
  return {
    blocks,
    index: {
      ...format,
      sampleRate: 48_000,
      channels: 2,
      totalFrames: blocks.length * format.blockSize,
      fileBytes: offsets[blocks.length] ?? 0,
      preSkip: 0,
      preRoll: 0,
      codecHeader,
      offsets,
    },
  }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0)
}

const FLAC_HEADER = 'ZkxhQ4AAACIAgACAAAFjAAFsC7gDcAAAAQBoJ0/m3SHUShrQQvI1B52K'
const FLAC_BLOCKS = [
  '//hqHAB/VBSkcrylcwICFzK8fd/Jssb7M3kdJaOUxb9GHU6GarTuKaxccpt3EXvS9BAigmgO6MYIewlN4LNL/VoSpSy55O+dxkNT' +
    'wvIgBDdFnq7V02bvVbwxJ9kZmupN8cHKMYzcF2pvBN32nPGe97k/iXopvV2U7xarUd0flSrdEesi9jrUp3Jwi0wZ4DRuRFkfjVmy' +
    'GplS3HpL8xOorf8SH1S+PXvbilI5b1M5myqFXQw9qlzCRKGZbpRVKRWlvWZ40rCTz4W5oRZueRckLAI2STrmdMTFlTHicWtJdQ/B' +
    'GaI8iGJ25FF5RVF0KvMkFGfOJZA6raDWOtCGEZJssKI+RQ1vqOYj5RW6eI+dcwELq3zom6QIOwFvnqGYYPIosd/HvSrQpgpPeLnc' +
    'bPZ3Gp5AAUBAAL+fX+FKWR3PvJTTRO+eTggZzmK3EdSCU/j9TQ7D8XkRZkgWHlLOgsF9sAANpQ==',
  '//hqnAF/ShQbjSANhpDAhBoQscxZkwSBCFhMhkXaPWLgrMkn+tags5kGjtThOzqV2RNKGvdzrqgV8lmjbs/wYcJYlc8Y1CJ+Zob8' +
    'SISFhmgYl/x1AoJ0CHC/rMnsZHgCL5zBmUeteExYkUgbs6zcDO67SUFJSUTxqWYELHAGNCTHrpWZF+DToQ4CWNO6ZWqEYd4tPbJn' +
    'h0k32vc1cEXb6sOTIrnTNxJkAMiX5xUq7Nckwp2rHf3rJAqck+oyUWrhzRv3KN6XZCfsIi85RJLC6T2pyr+2cKHRFEMQItaH6KaQ' +
    'ico+s3K0ZE6+0kqF0cbe36YyI5O1tL8gsZjvCm6IqQYlZWrncblJ3GklAAJtAABOhCuGq7bGQqYe2Q/eKjjOlDHI+ibFHU231NFG' +
    'bjL6L6YrI9tDRVWO36woOov8AVU5vIZXps44jBr0MhZ2gmLQoXpTi6vsc6bM/FeZYEUiIJSnogsP7dLLZgDiww==',
]

const OPUS_HEADER = 'T3B1c0hlYWQBAjgBgLsAAAAAAA=='
const OPUS_PACKETS = [
  '/J9BRfiUKLz9e8den6zdsk8AvQYKEmOuVVDEkTGcl7LwrEUj3W+CHHN/uEV7WCPkbFmC4e8BmjUz//Ox',
  '/J5xXTXQ3clldQyY9u/o74vAkIVu0d2HdTtHlw4UUBKIsUfYrzNbLRvcXNNwZIB9mntx3MsHUs0DoArR',
  '/JxLRDimoVarDHBjijnupHE/gsxb3ye/p/FyS3Bpwo1Ya3OqVNQSVS8+7P2n9bow/LfR2//+NUvD9frR',
  '/KjPl3BLGr9e1kl11KFKdrc3KAGtWwVMOtZEvaCehuU9Z5MS5Kt8pYUc70IAjzocXDHSVjt+IbU/9frR',
  '/KjPl3BCumj9JZHrpYhAXcwa9hJX6aS8ffcqiJ61TijwO0CKBN3oKV6BWoy0TGdXtM26wjFDV5D/9fXR',
  '/KjPl3BCuZHNChCCRF4eV2kCQvpPPXubQN0IIBNnviHP0PPlBtspgR6+yl2fQsKvaZt1hO1vV2vP9frR',
]
