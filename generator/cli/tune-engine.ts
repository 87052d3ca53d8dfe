import { setFlagsFromString } from 'node:v8';

// A run is over before code that the engine optimises pays off: with its own budget (a fifteenth of this) that costs a fifth
// of all the time of a run with 100 tools, and a tenth of one with 1,000.
setFlagsFromString('--interrupt-budget=1000000');
// Code with much inlined costs a second core a third of the time of all the rest, and is no faster.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
// What is garbage is marked between other work, not beside it: there are more threads than processors already, and while
// marking waits for one, the heap grows. Of 1,200 operations this takes a sixteenth of the time of all threads and 75 MB.
setFlagsFromString('--no-concurrent-marking');
