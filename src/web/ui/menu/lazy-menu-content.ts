import type { ComponentType } from 'react'
import { lazyDialog } from '../page/lazy-part.tsx'
import type { MenuContentProps } from './MenuContent.tsx'

export const loadMenuContent = () => import('./MenuContent.tsx')
export const LazyMenuContent: ComponentType<MenuContentProps> = lazyDialog(loadMenuContent)
