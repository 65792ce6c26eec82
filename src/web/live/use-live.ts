import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { StreamName } from '#shared/events.ts'
import type { Milliseconds } from '#shared/units.ts'
import type { LiveClient } from './live-client.ts'

const patienceMs: Milliseconds = 4_000

const LiveContext = createContext<LiveClient | null>(null)

export const LiveProvider = LiveContext.Provider

/** The page's connection; null outside the provider. */
export function useLiveClient(): LiveClient | null {
  return use(LiveContext)
}

/** Follows a stream while the component is mounted; null follows nothing. */
export function useLiveStream(stream: StreamName | null): void {
  const live = use(LiveContext)
  useEffect(() => (live && stream ? live.follow(stream) : undefined), [live, stream])
}

/** Follows several streams; a new array with the same streams changes nothing. */
export function useLiveStreams(streams: readonly StreamName[]): void {
  const live = use(LiveContext)
  const names = streams.toSorted().join(' ')
  useEffect(() => {
    const leave = live
      ? names
          .split(' ')
          .filter(Boolean)
          .map((name) => live.follow(name as StreamName))
      : []
    return () => leave.forEach((unfollow) => unfollow())
  }, [live, names])
}

/** Whether live updates have stopped. Short interruptions are not reported. */
export function useConnectionLost(): boolean {
  const live = use(LiveContext)
  const connected = useSyncExternalStore(live?.watch ?? watchNothing, live?.isConnected ?? disconnected)
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (connected) return undefined
    const timer = setTimeout(() => setLost(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setLost(false)
    }
  }, [connected])
  return lost
}

const watchNothing = () => () => undefined
const disconnected = () => false
