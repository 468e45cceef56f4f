"""How strong agents are: matches, intervals, tournaments, plots and pages."""
