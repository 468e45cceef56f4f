"""Distributing work over many processors or machines with Ray.

Work is a function that is called for each item of a list::

    with open_cluster("local") as cluster:
        for index, result in cluster.run(function, items, shared):

See `connect.open_cluster` and `tasks.Cluster`. Ray is imported when a cluster is opened.
"""
