#!/usr/bin/env node
import { main } from './source/command-line.js'

process.exitCode = await main(process.argv.slice(2))
