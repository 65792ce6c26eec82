import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FailedRequest } from '#web/api/failed-request.ts'
import { organizationCall } from './organization-call.ts'
import { organizationStrings } from './organizations.strings.ts'
import { isSlug } from './slug.ts'

interface SlugCheck {
  /** What is wrong, as a sentence; null while no problem is known. */
  readonly problem: string | null
  readonly help: string
}

const pauseMs = 300

/** Validates a URL name during typing: its form at once, whether it is free after a pause. Does not check `own`. */
export function useSlugCheck(slug: string, own = ''): SlugCheck {
  const settled = useSettled(slug)
  const asked = isSlug(slug) && slug !== own
  const { data: free, isFetching } = useQuery({
    queryKey: ['slug', settled],
    queryFn: () => isFree(settled),
    enabled: asked && isSlug(settled) && settled === slug,
    staleTime: 0,
    gcTime: 0,
    meta: { private: true },
  })
  if (slug !== '' && !isSlug(slug))
    return { problem: organizationStrings.slugWrong, help: organizationStrings.slugHelp }
  if (!asked) return { problem: null, help: organizationStrings.slugHelp }
  if (settled !== slug || isFetching) return { problem: null, help: organizationStrings.slugChecking }
  if (free === false) return { problem: organizationStrings.slugTaken, help: organizationStrings.slugHelp }
  return { problem: null, help: free === true ? organizationStrings.slugFree : organizationStrings.slugHelp }
}

async function isFree(slug: string): Promise<boolean> {
  try {
    return (await organizationCall('check-slug', { slug })).status
  } catch (error) {
    if (error instanceof FailedRequest && error.status === 400) return false
    throw error
  }
}

/** The debounced value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
