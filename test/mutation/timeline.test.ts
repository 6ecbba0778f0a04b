import { TIMELINE } from "./seeded/timeline.ts";
import { testFaults } from "./test-faults.ts";

testFaults(TIMELINE, 100);
