import { writeFileSync } from 'node:fs';
import { ARCHITECTURE_PAGE, architecturePage } from './architecture-picture';

writeFileSync(ARCHITECTURE_PAGE, architecturePage());
