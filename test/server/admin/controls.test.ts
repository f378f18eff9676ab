// One file for all of them: each file of tests loads the whole server anew, and that takes longer than most of these.
import './bodies-suite.ts';
import './curves-suite.ts';
import './day-suite.ts';
import './day-speed-suite.ts';
import './events-suite.ts';
import './faults-suite.ts';
import './guard-suite.ts';
import './inject-suite.ts';
import './journal-suite.ts';
import './metrics-suite.ts';
import './pages-suite.ts';
import './reset-suite.ts';
import './serve-plan-suite.ts';
