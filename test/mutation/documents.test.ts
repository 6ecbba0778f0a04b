import { DOCUMENTS } from "./seeded/documents.ts";
import { testFaults } from "./test-faults.ts";

testFaults(DOCUMENTS, 30);
